// The same promises, tried with many more random cases.
import "./search.test.ts";
