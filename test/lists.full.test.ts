// The same tests with many more random cases.
import "./lists.test.ts";
