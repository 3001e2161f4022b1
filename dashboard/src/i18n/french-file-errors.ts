const QUOTE_ADVICE =
  'mettez toute la cellule entre guillemets et doublez chacun de ceux qu’elle contient ("Hotel 5"" Akwa")';

/** French messages for files that could not be read, by the service's English message. */
export const FRENCH_FILE_ERRORS: readonly (readonly [RegExp, string])[] = [
  [
    /^Line (\d+) has a quotation mark inside a cell .*$/,
    `La ligne $1 a un guillemet dans une cellule qui ne commence pas par un guillemet\u00a0: ${QUOTE_ADVICE}`,
  ],
  [/^Line (\d+) has a formula with .*$/, `La ligne $1 a une formule avec des guillemets\u00a0: ${QUOTE_ADVICE}`],
  [
    /^Line (\d+) opens a quotation mark .*$/,
    `La ligne $1 ouvre un guillemet qui n’est jamais fermé\u00a0: ${QUOTE_ADVICE}`,
  ],
  [/^Line (\d+) has text behind .*$/, `La ligne $1 a du texte derrière un guillemet fermant\u00a0: ${QUOTE_ADVICE}`],
  [/^Line (\d+) has more than ([\d,]+) columns$/, "La ligne $1 a plus de $2 colonnes"],
  [/^Line (\d+) has more than ([\d,]+) characters$/, "La ligne $1 a plus de $2 caractères"],
  [
    /^Line (\d+) has (\d+) cells, and the heading in line (\d+) has (\d+)$/,
    "La ligne $1 a $2 cellules, et l’en-tête de la ligne $3 en a $4",
  ],
  [
    /^Line (\d+) has a character that is no part of a text.*$/,
    "La ligne $1 a un caractère qui n’est pas du texte, tel que NUL\u00a0: retirez-le",
  ],
  [
    /^Line (\d+) is not valid (\S+), as the rest.*$/,
    "La ligne $1 n’est pas en $2 comme le reste du fichier\u00a0: enregistrez-le à nouveau",
  ],
  [/^The file has more than ([\d,]+) lines.*$/, "Ce fichier a plus de lignes qu’un tableur"],
  [/^The file has more than ([\d,]+) rows.*$/, "Ce fichier a plus de $1 lignes\u00a0: partagez-le en plusieurs"],
  [/^The file has more than (\d+) MiB.*$/, "Ce fichier a plus de $1 Mio\u00a0: partagez-le en plusieurs"],
  [
    /^The file has too much in it, up to line (\d+).*$/,
    "Ce fichier contient trop, jusqu’à la ligne $1\u00a0: partagez-le en plusieurs",
  ],
  [
    /^The file unpacks to more than (\d+) MiB.*$/,
    "Ce fichier se décompresse à plus de $1 Mio\u00a0: partagez-le en plusieurs",
  ],
  [
    /^The file is encrypted, or an \.xls.*$/,
    "Ce fichier est chiffré, ou un .xls\u00a0: enregistrez-le en .xlsx sans mot de passe",
  ],
  [
    /^The file is no workbook that can be read.*$/,
    "Ce fichier n’est pas un classeur lisible\u00a0: enregistrez-le à nouveau",
  ],
];
