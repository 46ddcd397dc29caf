import { subject } from '../subject.ts';
import { enterpriseRoutes } from './enterprises.ts';
import { messages } from './messages.ts';
import { numberRoutes } from './numbers.ts';

/** Lookups in public registers, used to fill in new company files and third parties. */
export const lookup = subject({
  areas: { lookup: 'Look up companies and VAT numbers in public registers.' },
  routes: [...enterpriseRoutes, ...numberRoutes],
  messages,
});
