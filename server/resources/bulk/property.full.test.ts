// The properties of `property.test.ts`, with many more random cases.
import "./property.test.ts";
