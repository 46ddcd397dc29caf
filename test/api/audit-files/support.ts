import { expect } from 'chai';
import { request as send } from 'undici';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm, type TestService } from '../../support/service.ts';

/** A company file abroad with what one posts in a year. */
export interface Abroad {
  readonly service: TestService;
  readonly firm: TestFirm;
  readonly file: TestCompany;
  made(path: string, body: object): Promise<AnswerBody>;
  /** A file of the service, byte by byte. */
  fetched(path: string): Promise<Fetched>;
}

export interface Fetched {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly content: Buffer;
  readonly name: string;
}

export function useAbroad(fields: Readonly<Record<string, unknown>>): Abroad {
  const service = useService();
  const known = {} as { firm: TestFirm; file: TestCompany };
  before('open a company file', async () => {
    known.firm = await service.newFirm();
    known.file = await service.newCompany(known.firm.client, fields);
  });
  return {
    service,
    get firm() {
      return known.firm;
    },
    get file() {
      return known.file;
    },
    async made(path, body) {
      const { status, body: answer, text } = await known.firm.client.post(`${known.file.path}${path}`, body);
      expect(status, text).to.be.oneOf([200, 201]);
      return answer;
    },
    async fetched(path) {
      const { statusCode, headers, body } = await send(`${service.url}${known.file.path}${path}`, {
        headers: { authorization: `Bearer ${known.firm.client.token!}` },
      });
      const content = Buffer.from(await body.arrayBuffer());
      const name = /filename="([^"]*)"/.exec(String(headers['content-disposition']))?.[1] ?? '';
      return { status: statusCode, headers, content, name };
    },
  };
}
