// The same tests with many more random cases.
import "./faults.test.ts";
