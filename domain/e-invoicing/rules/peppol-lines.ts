import { add, compare, divide, isZero, multiply, round, subtract, sum, ZERO } from '../../money.ts';
import { findElement, listElements, findText, type XmlElement } from '../../xml.ts';
import { computed, rule } from './builders.ts';
import { countElements, hasElement, isNear, isSameAmount, parseNumberAt } from './conditions.ts';
import type { Rule } from './rule.ts';
import { filled, toLabels, MISSING } from './texts.ts';

/** Peppol BIS Billing 3: lines, prices, allowances and charges. */

const SLACK = '0.02';

/** Quantity times price, plus charges, minus allowances. */
function isNetConsistent(line: XmlElement): boolean {
  const net = parseNumberAt(line, 'LineExtensionAmount') ?? ZERO;
  const quantity = parseNumberAt(line, 'InvoicedQuantity') ?? parseNumberAt(line, 'CreditedQuantity') ?? '1';
  const base = parseNumberAt(line, 'Price/BaseQuantity');
  const product = multiply(quantity, parseNumberAt(line, 'Price/PriceAmount') ?? ZERO);
  const sumExtras = (of: (one: XmlElement) => boolean): string =>
    round(
      sum(
        listElements(line, 'AllowanceCharge')
          .filter(of)
          .map((one) => parseNumberAt(one, 'Amount') ?? ZERO),
      ),
    );
  const priced = base === null || isZero(base) ? product : divide(product, base, 10);
  return isNear(
    net,
    subtract(
      add(
        priced,
        sumExtras((one) => findText(one, 'ChargeIndicator') === 'true'),
      ),
      sumExtras((one) => findText(one, 'ChargeIndicator') === 'false'),
    ),
    SLACK,
  );
}

function isShareOfBase(allowance: XmlElement): boolean {
  const [base, factor] = [parseNumberAt(allowance, 'BaseAmount'), parseNumberAt(allowance, 'MultiplierFactorNumeric')];
  if (base === null || factor === null) return true;
  return isNear(parseNumberAt(allowance, 'Amount') ?? ZERO, divide(multiply(base, factor), '100', 10), SLACK);
}

function isGrossLessAllowance(allowance: XmlElement, price: XmlElement): boolean {
  if (!hasElement(allowance, 'BaseAmount')) return true;
  const [gross, less] = [parseNumberAt(allowance, 'BaseAmount'), parseNumberAt(allowance, 'Amount')];
  return gross !== null && less !== null && isSameAmount(parseNumberAt(price, 'PriceAmount'), subtract(gross, less));
}

/** A percentage goes with its base: where one of them is missing, another rule says so. */
const isIncomplete = (one: XmlElement): boolean =>
  hasElement(one, 'MultiplierFactorNumeric') !== hasElement(one, 'BaseAmount');

const findQuantity = (line: XmlElement | undefined): XmlElement | undefined =>
  findElement(line, 'InvoicedQuantity') ?? findElement(line, 'CreditedQuantity');

const BASE = toLabels(
  'base de la remise ou des frais',
  'basis van de korting of toeslag',
  'base of the allowance or charge',
  'Grundbetrag des Nachlasses oder Zuschlags',
);
const PERCENTAGE = toLabels(
  'pourcentage de la remise ou des frais',
  'percentage van de korting of toeslag',
  'percentage of the allowance or charge',
  'Prozentsatz des Nachlasses oder Zuschlags',
);
const BOTH_OR_NONE = toLabels(
  'Indiquez la base et le pourcentage, ou aucun des deux.',
  'Vermeld zowel de basis als het percentage, of geen van beide.',
  'Enter both the base and the percentage, or neither.',
  'Geben Sie Grundbetrag und Prozentsatz an, oder keines von beiden.',
);
const INDICATOR = toLabels(
  'Il n’est pas dit s’il s’agit d’une remise ou de frais.',
  'Er staat niet of het om een korting of een toeslag gaat.',
  'The document does not state whether this is an allowance or a charge.',
  'Es ist nicht angegeben, ob es ein Nachlass oder ein Zuschlag ist.',
);
const TRUE_OR_FALSE = toLabels(
  'Indiquez true (frais) ou false (remise).',
  'Vermeld true (toeslag) of false (korting).',
  'Enter true (charge) or false (allowance).',
  'Geben Sie true (Zuschlag) oder false (Nachlass) an.',
);
const PRICE_CHARGE = toLabels(
  'Un prix ne peut porter que des remises, pas de frais.',
  'Een prijs kan alleen kortingen bevatten, geen toeslagen.',
  'A price can have allowances only, no charges.',
  'Ein Preis kann nur Nachlässe enthalten, keine Zuschläge.',
);
const CHARGE_ON_LINE = toLabels(
  'Portez les frais sur la ligne.',
  'Zet de toeslag op de lijn.',
  'Put the charge on the line.',
  'Setzen Sie den Zuschlag auf die Position.',
);
const ONE_OBJECT = toLabels(
  'Plus d’un objet facturé sur la ligne.',
  'Meer dan één gefactureerd object op de lijn.',
  'More than one invoiced object on the line.',
  'Mehr als ein abgerechnetes Objekt in der Position.',
);
const KEEP_ONE = toLabels('N’en gardez qu’un.', 'Houd er één.', 'Keep only one.', 'Behalten Sie nur eines.');
const NO_OBJECT = toLabels(
  'La référence de la ligne n’est pas celle d’un objet facturé (type 130).',
  'De verwijzing van de lijn is niet die van een gefactureerd object (type 130).',
  'The line reference does not refer to an invoiced object (type 130).',
  'Die Referenz der Position ist kein abgerechnetes Objekt (Typ 130).',
);
const SET_130 = toLabels(
  'Indiquez le type 130 ou retirez la référence.',
  'Vermeld type 130 of verwijder de verwijzing.',
  'Enter type 130 or remove the reference.',
  'Geben Sie den Typ 130 an oder entfernen Sie die Referenz.',
);
const STARTS_EARLY = toLabels(
  'La période de la ligne commence avant celle du document.',
  'De periode van de lijn begint voor die van het document.',
  'The period of the line begins before the period of the document.',
  'Der Zeitraum der Position beginnt vor dem des Belegs.',
);
const ENDS_LATE = toLabels(
  'La période de la ligne finit après celle du document.',
  'De periode van de lijn eindigt na die van het document.',
  'The period of the line ends after the period of the document.',
  'Der Zeitraum der Position endet nach dem des Belegs.',
);
const CORRECT_PERIOD = toLabels(
  'Corrigez les dates de la période.',
  'Corrigeer de data van de periode.',
  'Correct the dates of the period.',
  'Berichtigen Sie die Daten des Zeitraums.',
);
const BASE_NOT_POSITIVE = toLabels(
  'La quantité de base du prix n’est pas supérieure à zéro.',
  'De basishoeveelheid van de prijs is niet groter dan nul.',
  'The base quantity of the price must be greater than zero.',
  'Die Basismenge zum Preis liegt nicht über null.',
);
const DROP_BASE = toLabels(
  'Indiquez une quantité positive, ou omettez-la.',
  'Vermeld een positieve hoeveelheid, of laat ze weg.',
  'Enter a positive quantity, or omit it.',
  'Geben Sie eine positive Menge an oder lassen Sie sie weg.',
);
const OTHER_UNIT = toLabels(
  'L’unité du prix n’est pas celle de la quantité.',
  'De eenheid van de prijs is niet die van de hoeveelheid.',
  'The unit of the price differs from the unit of the quantity.',
  'Die Einheit des Preises ist nicht die der Menge.',
);
const SAME_UNIT = toLabels(
  'Utilisez la même unité pour les deux.',
  'Gebruik voor beide dezelfde eenheid.',
  'Use the same unit for both.',
  'Verwenden Sie für beide dieselbe Einheit.',
);
const AMOUNT_FORMULA = toLabels(
  'base × pourcentage / 100',
  'basis × percentage / 100',
  'base × percentage / 100',
  'Grundbetrag × Prozentsatz / 100',
);
const LINE_FORMULA = 'BT-129 × BT-146 / BT-149 + Σ BT-141 − Σ BT-136';

export const PEPPOL_LINE_RULES: readonly Rule[] = [
  computed('PEPPOL-EN16931-R040', 'allowanceOrCharge', isShareOfBase, 'allowanceAmount', AMOUNT_FORMULA),
  rule(
    'PEPPOL-EN16931-R041',
    'allowanceOrCharge',
    (one) => !hasElement(one, 'MultiplierFactorNumeric') || hasElement(one, 'BaseAmount'),
    filled(MISSING, { term: BASE }),
    BOTH_OR_NONE,
  ),
  rule(
    'PEPPOL-EN16931-R042',
    'allowanceOrCharge',
    (one) => hasElement(one, 'MultiplierFactorNumeric') || !hasElement(one, 'BaseAmount'),
    filled(MISSING, { term: PERCENTAGE }),
    BOTH_OR_NONE,
  ),
  rule(
    'PEPPOL-EN16931-R043',
    'allowanceOrCharge',
    (one) => isIncomplete(one) || ['true', 'false'].includes(findText(one, 'ChargeIndicator') ?? ''),
    INDICATOR,
    TRUE_OR_FALSE,
  ),
  rule(
    'PEPPOL-EN16931-R044',
    'priceAllowance',
    (one) => findText(one, 'ChargeIndicator') === 'false',
    PRICE_CHARGE,
    CHARGE_ON_LINE,
  ),
  computed(
    'PEPPOL-EN16931-R046',
    'priceAllowance',
    (one, _, { parent }) => isGrossLessAllowance(one, parent!.element),
    'price',
    'BT-148 − BT-147',
  ),
  rule('PEPPOL-EN16931-R100', 'line', (line) => countElements(line, 'DocumentReference') <= 1, ONE_OBJECT, KEEP_ONE),
  rule(
    'PEPPOL-EN16931-R101',
    'line',
    (line) =>
      !hasElement(line, 'DocumentReference') ||
      listElements(line, 'DocumentReference/DocumentTypeCode').some(({ text }) => text === '130'),
    NO_OBJECT,
    SET_130,
  ),
  rule(
    'PEPPOL-EN16931-R110',
    'linePeriod',
    (period, { root }) => isNotBefore(findText(period, 'StartDate'), findText(root.element, 'InvoicePeriod/StartDate')),
    STARTS_EARLY,
    CORRECT_PERIOD,
  ),
  rule(
    'PEPPOL-EN16931-R111',
    'linePeriod',
    (period, { root }) => isNotBefore(findText(root.element, 'InvoicePeriod/EndDate'), findText(period, 'EndDate')),
    ENDS_LATE,
    CORRECT_PERIOD,
  ),
  computed('PEPPOL-EN16931-R120', 'line', isNetConsistent, 'lineNet', LINE_FORMULA),
  rule(
    'PEPPOL-EN16931-R121',
    'price',
    (price) => !hasElement(price, 'BaseQuantity') || compare(parseNumberAt(price, 'BaseQuantity') ?? ZERO, ZERO) > 0,
    BASE_NOT_POSITIVE,
    DROP_BASE,
  ),
  rule(
    'PEPPOL-EN16931-R130',
    'price',
    (price, _, { parent }) => {
      const unit = findElement(price, 'BaseQuantity')?.attributes['unitCode'];
      const quantity = findQuantity(parent?.element);
      return unit === undefined || quantity === undefined || quantity.attributes['unitCode'] === unit;
    },
    OTHER_UNIT,
    SAME_UNIT,
  ),
];

/** Dates compare as text; a missing date is not compared. */
function isNotBefore(later: string | null, earlier: string | null): boolean {
  return later === null || earlier === null || later >= earlier;
}
