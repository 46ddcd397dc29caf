/**
 * PostgreSQL arrays in the binary format, which the driver uses for a `Buffer`. For many or long texts: the server reads
 * an array literal character by character, and every quote in JSON has to be escaped for it.
 */

const TEXT = 25;
const JSON_TEXT = 114;
const JSONB = 3802;
const BIGINT = 20;

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const BIGINT_BYTES = 8;
/** A character of a JavaScript text takes at most so many bytes. */
const MOST_BYTES = 3;
/** Longer texts are measured, so that an import does not take three times its memory. */
const LONG = 1_000;
/** Precedes the text of a jsonb value: the version of the format. */
const JSONB_VERSION = 1;

export const encodeTextArray = (texts: readonly (string | null)[]): Buffer => encodeTexts(TEXT, texts, false);
/** Of texts in JSON. */
export const encodeJsonArray = (texts: readonly (string | null)[]): Buffer => encodeTexts(JSON_TEXT, texts, false);
/** Of texts in JSON. */
export const encodeJsonbArray = (texts: readonly (string | null)[]): Buffer => encodeTexts(JSONB, texts, true);

/** Of integers that JavaScript represents exactly. */
export function encodeBigintArray(numbers: readonly (number | null)[]): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + numbers.length * (LENGTH_BYTES + BIGINT_BYTES));
  let end = writeHeader(buffer, BIGINT, numbers.length);
  for (const number of numbers) {
    end = buffer.writeInt32BE(number === null ? -1 : BIGINT_BYTES, end);
    if (number === null) continue;
    end = buffer.writeInt32BE(Math.floor(number / 2 ** 32), end);
    end = buffer.writeUInt32BE(number >>> 0, end);
  }
  return buffer.subarray(0, end);
}

function encodeTexts(type: number, texts: readonly (string | null)[], hasVersion: boolean): Buffer {
  let most = HEADER_BYTES;
  for (const text of texts) most += LENGTH_BYTES + 1 + (text === null ? 0 : countMostBytes(text));
  const buffer = Buffer.allocUnsafe(most);
  let end = writeHeader(buffer, type, texts.length);
  for (const text of texts) {
    if (text === null) {
      end = buffer.writeInt32BE(-1, end);
      continue;
    }
    const start = end + LENGTH_BYTES;
    const textStart = hasVersion ? buffer.writeUInt8(JSONB_VERSION, start) : start;
    const after = textStart + buffer.write(text, textStart);
    buffer.writeInt32BE(after - start, end);
    end = after;
  }
  return buffer.subarray(0, end);
}

const countMostBytes = (text: string): number =>
  text.length > LONG ? Buffer.byteLength(text) : MOST_BYTES * text.length;

/** An array of one dimension that begins at 1 and may hold NULL, or one without elements. */
function writeHeader(buffer: Buffer, type: number, length: number): number {
  buffer.writeInt32BE(length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(length === 0 ? 0 : 1, 4);
  buffer.writeInt32BE(type, 8);
  if (length === 0) return 12;
  buffer.writeInt32BE(length, 12);
  return buffer.writeInt32BE(1, 16);
}
