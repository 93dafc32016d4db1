-- Labels, calibration and the summaries that views read.
select 1;
