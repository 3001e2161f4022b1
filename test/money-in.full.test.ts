// The same tests with many more random cases.
import "./money-in.test.ts";
