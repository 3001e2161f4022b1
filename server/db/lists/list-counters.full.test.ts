// The same tests with many more random cases.
import "./list-counters.test.ts";
