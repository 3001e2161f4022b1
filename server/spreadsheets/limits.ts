/** The bounds of every file with rows that comes in, by whichever entrance, as CSV or as a workbook. */

const MEBIBYTE = 1024 * 1024;

/** A year of a busy network's daily reports is below it. Entrances over HTTP have a lower limit on their bodies. */
export const FILE_LIMIT_BYTES = 20 * MEBIBYTE;
/** What the parts of a workbook that are read may unpack to: a zip of 64 kB can hold that much. */
export const UNPACKED_LIMIT_BYTES = 64 * MEBIBYTE;
/** The parts of a workbook, read or not; Excel writes about a dozen. */
export const PARTS_MAX = 1_000;
/** As many as a spreadsheet has rows. Empty lines count, for they take time to pass. */
export const LINES_MAX = 1_048_576;
/** A spreadsheet has 16,384 columns, of which no list of people or payments uses more than some dozens. */
export const COLUMNS_MAX = 200;
/** Of one row, in characters: two hundred columns of five hundred each. */
export const ROW_CHARACTERS_MAX = 100_000;
/** Of all rows together. One text of a workbook may stand in any number of its cells. */
export const CHARACTERS_MAX = 20 * MEBIBYTE;
/** Of all rows together, empty ones at their ends not counted. */
export const CELLS_MAX = 3_000_000;
