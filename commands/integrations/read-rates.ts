import { extractRates, type RatesOfDay } from '../../domain/integrations/rates.ts';
import { readXml, UnreadableXml, type XmlLimits } from '../../outside/xml/read-xml.ts';

export const RATES_LIMITS: XmlLimits = {
  maxBytes: 2 * 1024 * 1024,
  maxDepth: 8,
  maxElements: 20_000,
  maxAttribute: 200,
};

/** Reads a file of exchange rates. Null if it is not such a file. */
export async function readRates(bytes: Uint8Array): Promise<readonly RatesOfDay[] | null> {
  try {
    return extractRates(await readXml(bytes, RATES_LIMITS));
  } catch (error) {
    if (error instanceof UnreadableXml) return null;
    throw error;
  }
}
