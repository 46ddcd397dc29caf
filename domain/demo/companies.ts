import { bakery } from './bakery.ts';
import type { DemoCompany } from './company.ts';
import { consultancy } from './consultancy.ts';
import { contractor } from './contractor.ts';
import { shop } from './shop.ts';

/** Four fictitious companies with different products, VAT regimes and languages. */
export const demoCompanies: readonly DemoCompany[] = [bakery, consultancy, contractor, shop];
