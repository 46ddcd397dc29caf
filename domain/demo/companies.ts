import { bakery } from './bakery.ts';
import type { DemoCompany } from './company.ts';
import { consultancy } from './consultancy.ts';
import { contractor } from './contractor.ts';
import { shop } from './shop.ts';

/** Four companies that differ in what they sell, in their VAT and in the language of their books. None of them exists. */
export const demoCompanies: readonly DemoCompany[] = [bakery, consultancy, contractor, shop];
