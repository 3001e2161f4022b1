// The same promises, tried with many more random cases.
import "./counts.test.ts";
