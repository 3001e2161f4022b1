// The same tests with many more random cases.
import "./daraja.test.ts";
