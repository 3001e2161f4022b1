// The same promises, tried with many more random cases.
import "./outbox.test.ts";
