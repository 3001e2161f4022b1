// The same tests with many more random cases.
import "./books.test.ts";
