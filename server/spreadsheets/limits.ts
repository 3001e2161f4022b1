/** Limits for every uploaded file with rows, CSV or workbook, whatever page or route it comes from. */

const MEBIBYTE = 1024 * 1024;

/**
 * The maximum size of a file: more than a year of a busy network's daily reports. HTTP routes have a lower limit on
 * their bodies.
 */
export const FILE_LIMIT_BYTES = 20 * MEBIBYTE;
/**
 * The maximum number of decompressed bytes of the parts that are read. A zip of 64 kB can already decompress to that
 * much.
 */
export const UNPACKED_LIMIT_BYTES = 64 * MEBIBYTE;
/** Parts of a workbook, read or not; Excel writes about a dozen. */
export const ARCHIVE_FILES_MAX = 1_000;
/** The row limit of a spreadsheet. Empty lines count, because skipping them takes time. */
export const LINES_MAX = 1_048_576;
/**
 * The maximum number of columns. A spreadsheet has up to 16,384; a list of people or payments uses some dozens at most.
 */
export const COLUMNS_MAX = 200;
/** Characters of one row: two hundred columns of five hundred each. */
export const ROW_CHARACTERS_MAX = 100_000;
/** Characters of all rows together. One text of a workbook may appear in any number of cells. */
export const CHARACTERS_MAX = 20 * MEBIBYTE;
/** Cells of all rows together, without empty ones at the ends of rows. */
export const CELLS_MAX = 3_000_000;
