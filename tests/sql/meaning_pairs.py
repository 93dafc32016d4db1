"""Pairs written for these tests: evidence, a claim that it bears out, a claim that it contradicts, by kind.

A kind names what the two claims differ in. Words vary on purpose: a rule must hold for the kind, not for a word.
"""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    kind: str
    evidence: str
    supported: str
    contradicted: str


PAIRS: list[Pair] = [
    # negation
    Pair("negation", "The ferry does not run on Sundays.", "On Sundays the ferry does not run.", "The ferry runs on Sundays."),
    Pair("negation", "Visitors cannot enter the vault.", "Visitors can't enter the vault.", "Visitors can enter the vault."),
    Pair("negation", "The plugin never stores passwords.", "Passwords are never stored by the plugin.", "The plugin stores passwords."),
    Pair("negation", "The soup is made without milk.", "The soup is made without milk.", "The soup is made with milk."),
    Pair("negation", "The vaccine has no known side effects.", "No side effects of the vaccine are known.", "The vaccine has known side effects."),
    Pair("negation", "Gene T4 is linked to hair loss.", "Gene T4 is associated with hair loss.", "Gene T4 is not linked to hair loss."),
    Pair("negation", "The pump failed to start.", "The pump did not start.", "The pump started."),
    Pair("negation", "The cabin lacks heating.", "The cabin has no heating.", "The cabin has heating."),
    Pair("negation", "Neither the mayor nor the council approved the plan.", "The mayor did not approve the plan.", "The mayor approved the plan."),
    Pair("negation", "The server no longer accepts version 1 tokens.", "The server does not accept version 1 tokens any more.", "The server accepts version 1 tokens."),
    Pair("negation", "The results were inconclusive.", "The results were not conclusive.", "The results were conclusive."),
    Pair("negation", "The documents are unsigned.", "The documents are not signed.", "The documents are signed."),
    Pair("negation", "The glue is non-toxic.", "The glue is not toxic.", "The glue is toxic."),
    Pair("negation", "Pets are not permitted in the garden.", "Pets are forbidden in the garden.", "Pets are permitted in the garden."),
    Pair("negation", "The bridge isn't open to lorries.", "The bridge is closed to lorries.", "The bridge is open to lorries."),
    # double negation
    Pair("double_negation", "It is not unusual for the lake to freeze.", "It is usual for the lake to freeze.", "It is unusual for the lake to freeze."),
    Pair("double_negation", "The offer is not without risk.", "The offer has risk.", "The offer has no risk."),
    # antonyms and directions
    Pair("antonym", "Logging is switched off in production.", "Logging is disabled in production.", "Logging is enabled in production."),
    Pair("antonym", "Rents rose in the second quarter.", "Rents increased in the second quarter.", "Rents fell in the second quarter."),
    Pair("antonym", "The parcel was accepted by the customs office.", "The customs office accepted the parcel.", "The customs office rejected the parcel."),
    Pair("antonym", "The north gate opens at dawn.", "At dawn the north gate opens.", "The north gate closes at dawn."),
    Pair("antonym", "The meter is mounted inside the cabinet.", "Inside the cabinet the meter is mounted.", "The meter is mounted outside the cabinet."),
    Pair("antonym", "The minister supports the new tax.", "The minister backs the new tax.", "The minister opposes the new tax."),
    Pair("antonym", "Backups are encrypted at rest.", "At rest, backups are encrypted.", "Backups are unencrypted at rest."),
    Pair("antonym", "The drug inhibits cell growth.", "Cell growth is inhibited by the drug.", "The drug promotes cell growth."),
    Pair("antonym", "Smoking is prohibited on the platform.", "Smoking is not allowed on the platform.", "Smoking is allowed on the platform."),
    Pair("antonym", "Overall costs went down after the audit.", "Overall costs dropped after the audit.", "Overall costs went up after the audit."),
    Pair("antonym", "The area equals the width multiplied by the height.", "The area is equal to the width times the height.", "The area equals the width divided by the height."),
    # comparatives
    Pair("comparative", "The blue tower is taller than the red tower.", "The red tower is shorter than the blue tower.", "The red tower is taller than the blue tower."),
    Pair("comparative", "Copper is cheaper than silver.", "Silver is more expensive than copper.", "Silver is cheaper than copper."),
    Pair("comparative", "Trains are faster than buses on this route.", "Buses are slower than trains on this route.", "Buses are faster than trains on this route."),
    Pair("comparative", "The loss in Asia was smaller than the loss in Europe.", "The loss in Europe was larger than the loss in Asia.", "The loss in Asia was larger than the loss in Europe."),
    Pair("comparative", "Team Ostrand scored more goals than Team Merel.", "Team Merel scored fewer goals than Team Ostrand.", "Team Merel scored more goals than Team Ostrand."),
    Pair("comparative", "Lake Vel is deeper than Lake Sorn.", "Lake Sorn is shallower than Lake Vel.", "Lake Sorn is deeper than Lake Vel."),
    # quantifiers
    Pair("quantifier", "Some of the members voted by post.", "A number of the members voted by post.", "All of the members voted by post."),
    Pair("quantifier", "Most shops accept cards.", "The majority of shops accept cards.", "All shops accept cards."),
    Pair("quantifier", "A few samples were damaged.", "Some samples were damaged.", "Every sample was damaged."),
    Pair("quantifier", "Few residents use the tram.", "Few residents use the tram.", "Most residents use the tram."),
    Pair("quantifier", "Not all rooms have a balcony.", "Some rooms have a balcony.", "All rooms have a balcony."),
    Pair("quantifier", "Several patients reported nausea.", "Some patients reported nausea.", "None of the patients reported nausea."),
    Pair("quantifier", "None of the tests passed.", "No tests passed.", "Some of the tests passed."),
    Pair("quantifier", "The lift sometimes stops between floors.", "At times the lift stops between floors.", "The lift always stops between floors."),
    # modality
    Pair("modality", "Members must show a card.", "Members are required to show a card.", "Members may show a card if they wish."),
    Pair("modality", "Helmets are optional on the course.", "Wearing helmets on the course is voluntary.", "Helmets are mandatory on the course."),
    Pair("modality", "The council is considering a ban on fireworks.", "The council is weighing a ban on fireworks.", "The council has approved a ban on fireworks."),
    Pair("modality", "The company plans to open a plant in Tarn.", "The company intends to open a plant in Tarn.", "The company has opened a plant in Tarn."),
    Pair("modality", "The fault may have caused the fire.", "The fault might have caused the fire.", "The fault caused the fire."),
    Pair("modality", "Reportedly the singer will leave the label.", "The singer will reportedly leave the label.", "The singer has decided to leave the label."),
    # conditions
    Pair("condition", "Discounts apply only if the order is prepaid.", "Discounts apply when the order is prepaid.", "Discounts always apply to the order."),
    Pair("condition", "Entry is free unless a concert takes place.", "Entry is free when no concert takes place.", "Entry is always free."),
    Pair("condition", "Claims are paid provided that a receipt is attached.", "Claims are paid if a receipt is attached.", "All claims are paid."),
    Pair("condition", "If the seal is intact, the warranty covers repairs.", "The warranty covers repairs if the seal is intact.", "The warranty always covers repairs."),
    # temporal order
    Pair("temporal_order", "The chapel was restored before the tower collapsed.", "The tower collapsed after the chapel was restored.", "The chapel was restored after the tower collapsed."),
    Pair("temporal_order", "After the merger, the firm moved to Oslo.", "The firm moved to Oslo after the merger.", "The firm moved to Oslo before the merger."),
    Pair("temporal_order", "The vote was held before the debate.", "The debate was held after the vote.", "The debate was held before the vote."),
    # attribution
    Pair("attribution", "The surgeon said the operation was routine; the nurse called it risky.", "According to the surgeon, the operation was routine.", "According to the nurse, the operation was routine."),
    Pair("attribution", "Ana Ruiz said the dam was safe. Tom Berg said the dam was cracked.", "Tom Berg said the dam was cracked.", "Ana Ruiz said the dam was cracked."),
    Pair("attribution", "The pilot blamed the weather, while the airline blamed the engine.", "The airline blamed the engine.", "The pilot blamed the engine."),
    # role swaps
    Pair("role_swap", "Vexa acquired Lumen in 2018.", "Lumen was bought by Vexa in 2018.", "Lumen acquired Vexa in 2018."),
    Pair("role_swap", "Karin Holt defeated Mia Stone in the final.", "Mia Stone was defeated by Karin Holt in the final.", "Mia Stone defeated Karin Holt in the final."),
    Pair("role_swap", "The dog chased the fox.", "The fox was chased by the dog.", "The fox chased the dog."),
    Pair("role_swap", "The report was written by the auditor.", "The auditor wrote the report.", "The report wrote the auditor."),
    Pair("role_swap", "Orla sold the boat to Pim.", "Orla sold the boat to Pim.", "Pim sold the boat to Orla."),
    Pair("role_swap", "Norrland lent money to Surrey Bank.", "Surrey Bank borrowed money from Norrland.", "Surrey Bank lent money to Norrland."),
    # binding
    Pair("binding", "Ola Brandt founded Kestrel in 1988; Ida Maur became its chair in 2003.", "Ola Brandt founded Kestrel.", "Ida Maur founded Kestrel."),
    Pair("binding", "Ola Brandt founded Kestrel in 1988; Ida Maur became its chair in 2003.", "Kestrel was founded by Ola Brandt.", "Kestrel was founded by Ida Maur."),
    Pair("binding", "Kiruna lies on a hill. Bergen lies on a bay.", "Bergen lies on a bay.", "Bergen lies on a hill."),
    Pair("binding", "Printer P3: 40 pages. Printer P7: 65 pages. Printer P9: 80 pages.", "Printer P7 prints 65 pages.", "Printer P7 prints 80 pages."),
    Pair("binding", "The contract was signed on 3 May 2011 and ended on 9 June 2015.", "The contract was signed on 3 May 2011.", "The contract was signed on 9 June 2015."),
    Pair("binding", "The north wing was built in 1880 and the south wing was added in 1912.", "The south wing was added in 1912.", "The south wing was added in 1880."),
    Pair("binding", "Lena Fox is a chemist. Her sister Cora Fox won a medal in 1999.", "Cora Fox won a medal in 1999.", "Lena Fox won a medal in 1999."),
    Pair("binding", "Plan Silver costs 7 euros with 2 GB. Plan Gold costs 12 euros with 20 GB.", "Plan Gold costs 12 euros.", "Plan Gold costs 7 euros."),
    Pair("binding", "The door is green and the window is blue.", "The window is blue.", "The window is green."),
    Pair("binding", "Anna teaches physics; Bruno teaches music.", "Bruno teaches music.", "Bruno teaches physics."),
]
