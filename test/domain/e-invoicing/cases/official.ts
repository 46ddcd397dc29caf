/**
 * The rules of EN 16931 (validation artefacts 1.3.16) and of Peppol BIS Billing 3 (release 2026.5), by their ids. Those
 * about the elements of UBL (UBL-SR, UBL-CR, UBL-DT) have their own tests.
 */

const range = (prefix: string, from: number, to: number, digits = 2): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => prefix + String(from + index).padStart(digits, '0'));

const pick = (prefix: string, numbers: string): string[] => numbers.split(' ').map((number) => prefix + number);

const EN16931 = [
  ...range('BR-', 1, 33),
  ...range('BR-', 36, 38),
  ...range('BR-', 41, 57),
  ...range('BR-', 61, 67),
  ...range('BR-CO-', 3, 24),
  'BR-CO-26',
  ...pick('BR-DEC-', '01 02 05 06 09 10 11 12 13 14 15 16 17 18 19 20 23 24 25 27 28'),
  ...pick('BR-CL-', '01 03 04 05 06 07 08 10 11'),
  ...range('BR-CL-', 13, 26),
  ...['AE', 'E', 'G', 'IC', 'IG', 'IP', 'O', 'S', 'Z'].flatMap((name) => range(`BR-${name}-`, 1, 10)),
  ...range('BR-IC-', 11, 12),
  ...range('BR-O-', 11, 14),
  ...range('BR-B-', 1, 2),
];

const PEPPOL = [
  ...pick('PEPPOL-EN16931-R', '001 002 003 004 005 007 008 010 020 040 041 042 043 044 046 051 053 054 055 061 080'),
  ...pick('PEPPOL-EN16931-R', '100 101 110 111 120 121 130'),
  'PEPPOL-EN16931-F001',
  ...pick('PEPPOL-EN16931-CL', '001 002 003 006 007 008'),
  ...pick('PEPPOL-EN16931-P', '0100 0101 0104 0105 0106 0107 0108 0109 0110 0111 0112'),
  ...pick('PEPPOL-COMMON-R', '040 041 042 043 044 045 046 047 049 050 052 053 054 055 056-1 056-2 057'),
];

const NATIONAL = [
  ...range('NO-R-', 1, 2, 3),
  ...range('DK-R-', 2, 11, 3),
  ...pick('DK-R-', '013 014 016 017'),
  ...range('IT-R-', 1, 4, 3),
  ...range('SE-R-', 1, 13, 3),
  ...range('GR-R-001-', 1, 7, 1),
  ...pick('GR-R-', '002 003 004-1 004-2 005 006 008-2 008-3 009 010'),
  ...pick('GR-S-', '008-1 011'),
  ...range('IS-R-', 1, 10, 3),
  ...range('NL-R-', 1, 9, 3),
  ...range('DE-R-', 1, 11, 3),
  ...range('DE-R-', 14, 20, 3),
  ...pick('DE-R-', '022 023-1 023-2 024-1 024-2 025-1 025-2 026 027 028 030 031 T02'),
];

export const listOfficialRules = (): readonly string[] => [...EN16931, ...PEPPOL, ...NATIONAL];

/** Their condition is always true: that a code and a text have the same meaning cannot be computed. */
export const NEVER_BROKEN = range('BR-CO-', 5, 8);

/** In the text of the standard, but removed from its artefacts: a warning here. */
export const NO_LONGER_OFFICIAL = ['BR-CO-25'];

export const WARNINGS = [
  'BR-51',
  'BR-CO-25',
  ...pick('PEPPOL-COMMON-R', '044 045 046 047 054 055 056-1 056-2 057'),
  'NO-R-002',
  ...range('SE-R-', 7, 12, 3),
  ...pick('GR-S-', '008-1 011'),
  'IS-R-001',
  ...pick('DE-R-', '017 019 020 026 027 028 T02'),
];
