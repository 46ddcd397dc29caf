/** The test vector of docs/webhooks.md. */
export const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
export const BODY =
  '{"id":"evt_0000000000000001","event":"webhook.test","api_version":"v1","created_at":"2023-11-14T22:13:20.000000Z","firm":{"public_token":"AbCdEfGh1234","name":"Fiduciaire Été"},"company":null,"data":{"message":"ping","webhook_id":1}}';
export const SIGNATURE = 't=1700000000,v1=b7e96ab01d5f4f7ff492b8e9e3eccb49c4379ce019f8a72bf44e75efdaa2f043';
/** Its moment. */
export const NOW = 1_700_000_000_000;
