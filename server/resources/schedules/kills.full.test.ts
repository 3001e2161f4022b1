// The same test; the full test run uses many more kills.
import "./kills.test.ts";
