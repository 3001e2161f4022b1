// The same promises, tried with many more random cases.
import "./property.test.ts";
