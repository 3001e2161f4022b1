// The same promises, tried with many more random cases.
import "./faults.test.ts";
