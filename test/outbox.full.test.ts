// The same tests with many more random cases.
import "./outbox.test.ts";
