// The same tests with many more random cases.
import "./fault-schedules.test.ts";
