// The same promises, tried with many more random cases.
import "./money-in.test.ts";
