// The same tests with many more random cases.
import "./model.test.ts";
