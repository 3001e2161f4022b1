// The same tests with many more random cases.
import "./counts.test.ts";
