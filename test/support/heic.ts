/**
 * Pictures as telephones take them (HEIC). Our packages only read them, so this file writes them: an HEVC picture whose blocks
 * all hold their points as they are (PCM), of which next to nothing has to be coded, in the boxes of HEIF.
 */
export interface GreyPicture {
  /** A byte a point, from black to white. */
  readonly points: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const BLOCK = 16;
/** Neither blue nor red. */
const GREY = 128;

export function buildHeic(picture: GreyPicture): Buffer {
  const [width, height] = [picture.width, picture.height].map((size) => Math.ceil(size / BLOCK) * BLOCK) as [
    number,
    number,
  ];
  const sets = [
    [32, buildVideoSet()],
    [33, buildSequenceSet(width, height)],
    [34, buildPictureSet()],
  ] as const;
  const slice = buildUnit(19, encodeSlice(picture, width, height));
  const coded = Buffer.concat([toUint32(slice.length), slice]);
  const type = buildBox('ftyp', toAscii('heic'), toUint32(0), toAscii('mif1heic'));
  const meta = (offset: number): Buffer =>
    buildFullBox(
      'meta',
      0,
      buildFullBox('hdlr', 0, toUint32(0), toAscii('pict'), Buffer.alloc(13)),
      buildFullBox('pitm', 0, toUint16(1)),
      buildFullBox(
        'iloc',
        0,
        toUint16(0x4400),
        toUint16(1),
        toUint16(1),
        toUint16(0),
        toUint16(1),
        toUint32(offset),
        toUint32(coded.length),
      ),
      buildFullBox(
        'iinf',
        0,
        toUint16(1),
        buildFullBox('infe', 2 << 24, toUint16(1), toUint16(0), toAscii('hvc1'), Buffer.alloc(1)),
      ),
      buildBox(
        'iprp',
        buildBox(
          'ipco',
          buildBox('hvcC', buildDecoderConfiguration(sets)),
          buildFullBox('ispe', 0, toUint32(width), toUint32(height)),
        ),
        buildFullBox('ipma', 0, toUint32(1), toUint16(1), Buffer.from([2, 0x81, 0x02])),
      ),
    );
  const offset = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(offset), buildBox('mdat', coded)]);
}

const toAscii = (text: string): Buffer => Buffer.from(text, 'latin1');
const toUint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const toUint32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
const buildBox = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([toUint32(body.length + 8), toAscii(type), body]);
};
const buildFullBox = (type: string, versionAndFlags: number, ...parts: readonly Buffer[]): Buffer =>
  buildBox(type, toUint32(versionAndFlags), ...parts);

function buildDecoderConfiguration(sets: readonly (readonly [type: number, content: Buffer])[]): Buffer {
  const head = [
    1,
    1,
    0x60,
    0,
    0,
    0,
    0xb0,
    0,
    0,
    0,
    0,
    0,
    LEVEL,
    0xf0,
    0,
    0xfc,
    0xfd,
    0xf8,
    0xf8,
    0,
    0,
    0x0f,
    sets.length,
  ];
  const units = sets.map(([type, content]) => {
    const whole = buildUnit(type, content);
    return Buffer.concat([Buffer.from([0x80 | type]), toUint16(1), toUint16(whole.length), whole]);
  });
  return Buffer.concat([Buffer.from(head), ...units]);
}

/** With its head, and so that nothing in it looks like the beginning of another. */
function buildUnit(type: number, content: Buffer): Buffer {
  const bytes = [type << 1, 1];
  let zeros = 0;
  for (const byte of content) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}

/** Bits one after another; numbers in the notation of Golomb. */
function createBitWriter() {
  const bytes: number[] = [];
  let [byte, free] = [0, 8];
  const bit = (value: number): void => {
    byte = (byte << 1) | value;
    if ((free -= 1) > 0) return;
    bytes.push(byte);
    [byte, free] = [0, 8];
  };
  const bits = (value: number, count: number): void => {
    for (let place = count - 1; place >= 0; place -= 1) bit(Math.floor(value / 2 ** place) % 2);
  };
  const align = (): void => {
    while (free < 8) bit(0);
  };
  return {
    bit,
    bits,
    golomb(...values: readonly number[]) {
      for (const value of values) {
        const length = Math.floor(Math.log2(value + 1));
        bits(0, length);
        bits(value + 1, length + 1);
      }
    },
    align,
    raw: (content: Iterable<number>) => void bytes.push(...content),
    /** A one, and zeros to the end of the byte. */
    end(): Buffer {
      bit(1);
      align();
      return Buffer.from(bytes);
    },
    whole: (): Buffer => Buffer.from(bytes),
  };
}

type Bits = ReturnType<typeof createBitWriter>;

const LEVEL = 153;

function writeProfile(to: Bits): void {
  to.bits(1, 8);
  to.bits(0x60000000, 32);
  to.bits(0b1011, 4);
  to.bits(0, 44);
  to.bits(LEVEL, 8);
}

function buildVideoSet(): Buffer {
  const to = createBitWriter();
  to.bits(0, 4);
  to.bits(0b11, 2);
  to.bits(0, 9);
  to.bit(1);
  to.bits(0xffff, 16);
  writeProfile(to);
  to.bit(1);
  to.golomb(0, 0, 0);
  to.bits(0, 6);
  to.golomb(0);
  to.bits(0, 2);
  return to.end();
}

function buildSequenceSet(width: number, height: number): Buffer {
  const to = createBitWriter();
  to.bits(0, 7);
  to.bit(1);
  writeProfile(to);
  to.golomb(0, 1, width, height);
  to.bit(0);
  to.golomb(0, 0, 0);
  to.bit(1);
  // Blocks of 16 points, neither larger nor smaller.
  to.golomb(0, 0, 0, 1, 0, 0, 2, 0, 0);
  to.bits(0b000, 3);
  // Points as they are: of eight bits, in blocks of 16, not smoothed.
  to.bit(1);
  to.bits(0x77, 8);
  to.golomb(1, 0);
  to.bit(1);
  to.golomb(0);
  to.bits(0b00000, 5);
  return to.end();
}

function buildPictureSet(): Buffer {
  const to = createBitWriter();
  to.golomb(0, 0);
  to.bits(0, 7);
  to.golomb(0, 0, 0);
  to.bits(0b000, 3);
  to.golomb(0, 0);
  to.bits(0b0000000, 7);
  // Blocks are not smoothed into one another.
  to.bits(0b101, 3);
  to.bits(0b00, 2);
  to.golomb(0);
  to.bits(0b00, 2);
  return to.end();
}

/** How much of the range is left to what is less likely, by how unlikely it is. */
const LESS_LIKELY: readonly (readonly number[])[] = (
  '128 176 208 240,128 167 197 227,128 158 187 216,123 150 178 205,116 142 169 195,111 135 160 185,105 128 152 175,' +
  '100 122 144 166,95 116 137 158,90 110 130 150,85 104 123 142,81 99 117 135,77 94 111 128,73 89 105 122,69 85 100 116,' +
  '66 80 95 110,62 76 90 104,59 72 86 99,56 69 81 94,53 65 77 89,51 62 73 85,48 59 69 80,46 56 66 76,43 53 63 72,' +
  '41 50 59 69,39 48 56 65,37 45 54 62,35 43 51 59,33 41 48 56,32 39 46 53,30 37 43 50,29 35 41 48,27 33 39 45,' +
  '26 31 37 43,24 30 35 41,23 28 33 39,22 27 32 37,21 26 30 35,20 24 29 33,19 23 27 31,18 22 26 30,17 21 25 28,' +
  '16 20 23 27,15 19 22 25,14 18 21 24,14 17 20 23,13 16 19 22,12 15 18 21,12 14 17 20,11 14 16 19,11 13 15 18,' +
  '10 12 15 17,10 12 14 16,9 11 13 15,9 11 12 14,8 10 12 14,8 9 11 13,7 9 11 12,7 9 10 12,7 8 10 11,6 8 9 11,' +
  '6 7 9 10,6 7 8 9'
)
  .split(',')
  .map((row) => row.split(' ').map(Number));

/** The arithmetic coder, as far as it is needed: what is likely, and whether something ends. */
function createArithmeticCoder(to: Bits) {
  let [low, range, isFirst, waiting] = [0, 510, true, 0];
  let likelihood = 0;
  const put = (value: number): void => {
    if (isFirst) isFirst = false;
    else to.bit(value);
    for (; waiting > 0; waiting -= 1) to.bit(1 - value);
  };
  const renormalise = (): void => {
    while (range < 256) {
      if (low < 256) put(0);
      else if (low >= 512) {
        low -= 512;
        put(1);
      } else {
        low -= 256;
        waiting += 1;
      }
      range <<= 1;
      low <<= 1;
    }
  };
  return {
    likely(): void {
      range -= LESS_LIKELY[likelihood]![(range >> 6) & 3]!;
      likelihood = Math.min(62, likelihood + 1);
      renormalise();
    },
    ends(value: boolean): void {
      range -= 2;
      if (!value) return renormalise();
      low += range;
      range = 2;
      renormalise();
      put((low >> 9) & 1);
      to.bits(((low >> 7) & 3) | 1, 2);
      to.align();
    },
    begin(): void {
      [low, range, isFirst, waiting] = [0, 510, true, 0];
    },
  };
}

function encodeSlice({ points, width: wide, height: high }: GreyPicture, width: number, height: number): Buffer {
  const to = createBitWriter();
  to.bits(0b10, 2);
  to.golomb(0, 2, 0);
  to.bit(1);
  to.align();
  const coder = createArithmeticCoder(to);
  const colours = new Uint8Array((BLOCK * BLOCK) / 2).fill(GREY);
  for (let top = 0; top < height; top += BLOCK)
    for (let left = 0; left < width; left += BLOCK) {
      // One part, and its points follow.
      coder.likely();
      coder.ends(true);
      for (let row = top; row < top + BLOCK; row += 1) {
        const line = new Uint8Array(BLOCK).fill(255);
        if (row < high) line.set(points.subarray(row * wide + left, row * wide + Math.min(left + BLOCK, wide)));
        to.raw(line);
      }
      to.raw(colours);
      coder.begin();
      coder.ends(top + BLOCK >= height && left + BLOCK >= width);
    }
  return to.whole();
}
