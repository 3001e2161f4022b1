// The same promises, tried with many more random cases.
import "./books.test.ts";
