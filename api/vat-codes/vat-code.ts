import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { recordApi } from '../records/record-api.ts';

export const vatCodeApi = recordApi(vatCodes);
