import { expect } from 'chai';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';

const BUCKET = { S3_BUCKET: 'books', S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'secret' };

describe('Where uploaded files are kept', () => {
  it('is the data folder unless a bucket is named', () => {
    expect(readConfig({}).bucket).to.equal(null);
  });

  it('is the bucket of the environment', () => {
    expect(readConfig(BUCKET).bucket).to.deep.equal({
      bucket: 'books',
      endpoint: null,
      region: 'us-east-1',
      prefix: '',
      accessKeyId: 'AKID',
      secretAccessKey: 'secret',
      pathStyle: false,
    });
    const own = { ...BUCKET, S3_ENDPOINT: 'https://store.example', S3_REGION: 'eu-west-3', S3_PREFIX: 'a/b/' };
    expect(readConfig(own).bucket).to.include({
      endpoint: 'https://store.example',
      region: 'eu-west-3',
      prefix: 'a/b/',
      pathStyle: true,
    });
    expect(readConfig({ ...own, S3_PATH_STYLE: 'off' }).bucket).to.include({ pathStyle: false });
  });

  it('is told when a part is missing or wrong, without secrets', () => {
    for (const [settings, words] of [
      [{ S3_BUCKET: 'books' }, /^S3_BUCKET requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY$/],
      [{ S3_BUCKET: 'books', S3_ACCESS_KEY_ID: 'AKID' }, /^S3_BUCKET requires/],
      [{ S3_SECRET_ACCESS_KEY: 'secret' }, /^S3_SECRET_ACCESS_KEY requires S3_BUCKET/],
      [{ S3_ENDPOINT: 'https://store.example' }, /^S3_ENDPOINT requires S3_BUCKET/],
      [{ ...BUCKET, S3_BUCKET: 'My Books' }, /^S3_BUCKET must be/],
      [{ ...BUCKET, S3_PREFIX: '../up/' }, /^S3_PREFIX must be/],
      [{ ...BUCKET, S3_PREFIX: 'no-slash' }, /^S3_PREFIX must be/],
      [{ ...BUCKET, S3_PATH_STYLE: 'yes' }, /^S3_PATH_STYLE must be/],
      [{ ...BUCKET, S3_SECRET_ACCESS_KEY: 'my secret' }, /^S3_SECRET_ACCESS_KEY must be [^"]*$/],
    ] as const)
      expect(() => readConfig(settings), String(words)).to.throw(BadConfiguration, words);
  });
});
