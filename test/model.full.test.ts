// The same promises, tried with many more random cases.
import "./model.test.ts";
