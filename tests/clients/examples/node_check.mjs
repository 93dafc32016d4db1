// node-postgres. An array of strings is a text[], and a jsonb comes back as an object.
import pg from "pg";

const config = Object.fromEntries(process.env.DSN.split(" ").map((part) => part.split(/=(.*)/s, 2)));
config.database = config.dbname;
const answer = "It has 12 rooms.", passages = ["The house has 12 rooms."], question = "How many rooms has it?";

const client = new pg.Client(config);
await client.connect();
const { rows } = await client.query("select groundcheck.check($1, $2, $3) as document", [answer, passages, question]);
console.log(rows[0].document.action);
await client.end();
