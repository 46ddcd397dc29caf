/** Countries and territories of the Single Euro Payments Area, by IBAN prefix. */
const COUNTRIES = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
);

export const isInSepa = (iban: string): boolean => COUNTRIES.has(iban.slice(0, 2));
