// The same tests with many more random cases.
import "./search-index.test.ts";
