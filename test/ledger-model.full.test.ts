// The same tests with many more random cases.
import "./ledger-model.test.ts";
