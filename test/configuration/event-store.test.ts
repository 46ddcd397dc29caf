import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';

const ACCEPTED = [
  'esdb://127.0.0.1:2113?tls=false',
  'esdb://localhost',
  'esdb://node1:2113,node2:2113,node3:2113?nodePreference=leader&tls=true',
  'esdb://node1,node2:2114,node3',
  'esdb://user:password@host:2113?tls=true',
  'esdb://grand%40livre:p%3Ass%20w%2Frd@node1:2113,node2:2113?tlsVerifyCert=false',
  'esdb+discover://admin:changeit@cluster.example.org:2113?keepAliveInterval=10000&keep-alive-timeout=3000',
  'esdb+discover://cluster.example.org/',
];

const REFUSED: readonly (readonly [address: string, reason: RegExp])[] = [
  ['http://host:2113', /must start with esdb:\/\//],
  ['esdb://', /must name a host/],
  ['esdb://user@host', /must have user:password before the @/],
  ['esdb://user:hidden@secret@host', /%40 for an @/],
  ['esdb://user:hid:den@host', /%3A for a colon/],
  ['esdb://user:hidden%@host', /write it as %25/],
  ['esdb://user:hidden@host:port', /invalid host: “host:port”/],
  ['esdb://user:hidden@host:99999', /invalid port/],
  ['esdb://user:hidden@node1,,node3', /invalid host: “”/],
  ['esdb://user:hidden@host?ssl=true', /unknown parameter.*“ssl”/],
  ['esdb://user:hidden@host?tls=yes', /invalid value for “tls”/],
];

describe('EVENTSTORE_URL', () => {
  for (const address of ACCEPTED) {
    it(`may be ${address}, as the client has it`, async () => {
      expect(readConfig({ EVENTSTORE_URL: address }).eventStoreUrl).to.equal(address);
      await EventStoreDBClient.connectionString(address).dispose();
    });
  }

  for (const [address, reason] of REFUSED) {
    it(`may not be ${address}, and says why without the password`, () => {
      const problem = (() => {
        try {
          readConfig({ EVENTSTORE_URL: address });
        } catch (error) {
          return error;
        }
        return undefined;
      })();
      expect(problem).to.be.instanceOf(BadConfiguration);
      expect((problem as Error).message)
        .to.match(reason)
        .and.match(/EVENTSTORE_URL/)
        .and.not.match(/hid|secret/);
    });
  }
});
