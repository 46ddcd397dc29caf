/**
 * The legal forms under the four digits of the INSEE nomenclature (catégories juridiques, level III) that keep accounts of
 * companies or associations: persons, companies, groupings, associations, foundations, unions, mutual societies. Public
 * bodies with a public accountant are left out. 5498 and 5720, the forms with a single partner, come from the register of
 * enterprises (RNE): the INSEE files the same companies under 5499 and 5710. Sole traders have an account of the owner
 * instead of capital. Forms with members or a public task rather than shareholders keep the chart of associations.
 */
import { readLegalForms } from '../legal-forms.ts';
import table from './data/legal-forms.json' with { type: 'json' };

export const legalForms = readLegalForms(table);
