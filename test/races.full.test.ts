// The same test as the quick tier runs, with more requests at once.
import "./races.test.ts";
