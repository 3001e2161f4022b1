// The same test with many more kills.
import "./kills.test.ts";
