// The same promises, tried with many more random cases.
import "./search-index.test.ts";
