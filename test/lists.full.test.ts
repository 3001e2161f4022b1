// The same promises, tried with many more random cases.
import "./lists.test.ts";
