// The property of `charges.test.ts`, with many more random cases.
import "./charges.test.ts";
