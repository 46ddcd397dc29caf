/**
 * The legal forms of the Luxembourg register (RCS). The register names them and numbers none, so that their codes are
 * ours: the abbreviation that the law or practice gives a form, in capitals and without points. They never change.
 */
import { readLegalForms } from '../legal-forms.ts';
import table from './data/legal-forms.json' with { type: 'json' };

export const legalForms = readLegalForms(table);
