import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { borrowEmbedded } from "#server/db/embedded/embedded-service.ts";
import { openDatabase } from "#server/db/pool.ts";
import { sql } from "#server/db/tx.ts";
import { fakeDaraja } from "#server/providers/plugins/daraja/fake.ts";
import { type FakeMtn, fakeMtn } from "#server/providers/plugins/mtn/fake.ts";
import { fakePawapay } from "#server/providers/plugins/pawapay/fake.ts";
import { fakeWave } from "#server/providers/plugins/wave/fake.ts";
import { runCommand } from "#server/testing/command.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { createDataFolder, type SpawnedService, spawnCommand, startService } from "#server/testing/service.ts";
import { requestSender } from "#server/testing/world.ts";

const folder = await createDataFolder("empty");
const environment = { KOLO_DATA: folder };
const run = (args: string) => runCommand(args.split(" "), environment);
const runAsProcess = (args: string, input = "") => spawnCommand(args.split(" "), environment, input);

async function json(args: string, input = "") {
  const { code, stdout, stderr } = await (input === "" ? run : runAsProcess)(`${args} --json`, input);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

describe("the platform operator's commands as processes", () => {
  it("need no running service: they start the database, share it, and the last one stops it", async () => {
    assert.deepEqual(await json("merchants list"), []);
    const listed = await Promise.all(Array.from({ length: 4 }, () => runAsProcess("merchants list --json")));
    for (const { code, stdout, stderr } of listed) assert.deepEqual([code, stdout.trim()], [0, "[]"], stderr);
    assert.equal((await runAsProcess("database-url")).code, 1);
  });
});

describe("the platform operator's commands on a running database", () => {
  // Starting and stopping the database would take most of the time of each command.
  const used = Promise.withResolvers<void>();
  let holding: Promise<void> = Promise.resolve();
  before(() => {
    const started = Promise.withResolvers<void>();
    holding = borrowEmbedded({ folder, is_durable: false }, () => {
      started.resolve();
      return used.promise;
    });
    return Promise.race([started.promise, holding]);
  });
  after(() => {
    used.resolve();
    return holding;
  });
  let service: SpawnedService;

  it("print the database URL while the database runs", async () => {
    const elsewhere = { KOLO_DATA: await createDataFolder() };
    const no_output = await runCommand(["database-url"], elsewhere);
    assert.deepEqual([no_output.code, no_output.stdout], [1, ""]);
    assert.match(no_output.stderr, /^kolo: No database runs in .+: start Kolo, or set KOLO_DATA\n$/);
    const client = new pg.Client({ connectionString: (await run("database-url")).stdout.trim() });
    await client.connect();
    assert.equal((await client.query("select name from merchants")).rowCount, 0);
    await client.end();
    const own = "postgresql://db.internal/kolo";
    assert.equal((await runCommand(["database-url"], { ...elsewhere, DATABASE_URL: own })).stdout, `${own}\n`);
    assert.equal((await json("migrate")).taken.length, 0);
  });

  it("read a secret from a file without its trailing newline", async () => {
    const path = join(await createDataFolder(), "number");
    await writeFile(path, "699000111\n");
    const secrets = ["consumer_key=key", "consumer_secret=s", "api_user=u", "api_password=p", "pin=1234"];
    const lines = [...secrets, `channel_msisdn=@${path}`];
    const connected = await json("providers connect orange --secrets -", `${lines.join("\n")}\n`);
    assert.equal(connected.channel_msisdn, "699000111");
  });

  it("add MTN Uganda beside MTN Cameroon, as docs/operating/channels.md describes it", async () => {
    const [cameroon, uganda] = [
      await fakeMtn(),
      await fakeMtn({ target_environment: "mtnuganda", currency: "UGX" }),
    ] as const;
    const linesOf = ({ settings: { target_environment: _, ...settings } }: FakeMtn): string =>
      Object.entries(settings)
        .map((pair) => `${pair.join("=")}\n`)
        .join("");
    try {
      await json("providers connect mtn --secrets -", linesOf(cameroon));
      const connected = await json("providers connect mtn --market UG --secrets -", linesOf(uganda));
      assert.deepEqual([connected.account, connected.target_environment], ["mtn-ug", "mtnuganda"]);
      const accounts = (await json("providers list")).filter(
        ({ provider }: { provider: string }) => provider === "mtn",
      );
      assert.deepEqual(
        accounts.map(({ account, market, channels, kinds }: Record<string, unknown>) => [
          account,
          market,
          channels,
          kinds,
        ]),
        [
          ["mtn-cm", "CM", "cm.mtn", "collect transfer"],
          ["mtn-ug", "UG", "ug.mtn", "collect transfer"],
        ],
      );
      const checked = await json("providers check mtn --market UG --number +256772123456");
      assert.deepEqual([checked.currency, checked.holder.name], ["UGX", "Jane Mballa"]);
      const wrong = await run("providers connect mtn --market UG --set target_environment=mtncameroon");
      assert.match(wrong.stderr, /^kolo: target_environment: mtncameroon belongs to the market CM/);
    } finally {
      await Promise.all([cameroon.close(), uganda.close()]);
    }
    const changed = await runCommand(
      ["channels", "set", "ug.mtn", "--maximum", "4000000", "--reason", "contract of March", "--json"],
      environment,
    );
    assert.deepEqual([JSON.parse(changed.stdout).maximum, JSON.parse(changed.stdout).state], [4_000_000, "on"]);
    const listed = await json("channels list --country UG");
    assert.deepEqual(
      listed.map(({ channel, maximum }: { channel: string; maximum: number }) => [channel, maximum]),
      [
        ["ug.mtn", 4_000_000],
        ["ug.airtel", 5_000_000],
        ["ug.wave", 5_000_000],
      ],
    );
    assert.equal((await json("channels off ug.mtn --reason ended")).state, "off");
    assert.equal((await json("channels reset ug.mtn --reason again")).maximum, 5_000_000);
    assert.equal((await json("channels history ug.mtn")).length, 3);
    assert.equal((await run("channels set ug.mtn --reason nothing")).code, 2);
  });

  it("connect M-Pesa Kenya with a certificate, as docs/operating/connect-daraja.md describes it", async () => {
    const fake = await fakeDaraja();
    try {
      const path = join(await createDataFolder(), "production.cer");
      const der = Buffer.from(fake.settings.certificate ?? "", "base64");
      const key = createPublicKey({ key: der, format: "der", type: "spki" });
      await writeFile(path, key.export({ type: "spki", format: "pem" }));
      const given = Object.entries(fake.settings).filter(([name]) => name !== "certificate");
      const lines = given.map((pair) => `${pair.join("=")}\n`).join("");
      const connect = `providers connect daraja --market KE --set certificate=@${path} --secrets -`;
      const connected = await json(connect, lines);
      assert.deepEqual(
        [connected.account, connected.channels, connected.kinds, connected.passkey, connected.initiator_password],
        ["daraja-ke", "ke.mpesa", "collect transfer", "(set)", "(set)"],
      );
      assert.deepEqual([connected.payout_command, connected.orders_per_second], ["BusinessPayment", "5"]);
      assert.equal((await json("providers check daraja --market KE")).signed_in, "yes");
      await json("providers connect daraja --market KE --set consumer_key=other");
      assert.match((await json("providers check daraja --market KE")).signed_in, /^no_token: status 400 400\.008\.01$/);
      const wrong = await run("providers connect daraja --market KE --set callback_addresses=everybody");
      assert.match(wrong.stderr, /^kolo: callback_addresses: It is any, or IP addresses/);
      assert.equal((await json("providers disconnect daraja --market KE")).id, connected.id);
    } finally {
      await fake.close();
    }
  });

  it("connect pawaPay Kenya with a signing key, as docs/operating/connect-pawapay.md describes it", async () => {
    const wallets = [{ wallet: "MPESA_KEN", minimum: "1", maximum: "1000" }];
    const fake = await fakePawapay({ country: "KEN", currency: "KES", wallets });
    try {
      const lines = `api_token=${fake.settings.api_token}\nbase_url=${fake.settings.base_url}\n`;
      const connected = await json("providers connect pawapay --market KE --secrets -", lines);
      assert.deepEqual(
        [connected.account, connected.country, connected.api_token, connected.channels],
        ["pawapay-ke", "KEN", "(set)", "ke.mpesa"],
      );
      assert.equal(connected.terms, "ke.mpesa collect 100-100000 confirm; ke.mpesa transfer 100-100000");
      const checked = await json("providers check pawapay --market KE --number +254712345678");
      assert.deepEqual([checked.currency, checked.wallet], ["KES", "MPESA_KEN"]);
      const path = join(await createDataFolder(), "pawapay.pem");
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      await writeFile(path, privateKey.export({ type: "pkcs8", format: "pem" }));
      const set = `--set signing_key=@${path} signing_key_id=kolo-1 signed_callbacks=yes`;
      const signed = await json(`providers connect pawapay --market KE ${set}`);
      assert.deepEqual([signed.id, signed.signing_key, signed.signed_callbacks], [connected.id, "(set)", "yes"]);
      const wrong = await run("providers connect pawapay --market KE --set country=UGA");
      assert.match(wrong.stderr, /^kolo: country: UGA belongs to the market UG/);
    } finally {
      await fake.close();
    }
  });

  it("connect Wave Senegal, as docs/operating/connect-wave.md describes it", async () => {
    const fake = await fakeWave();
    try {
      fake.setBalance("2500000");
      const lines = Object.entries(fake.settings).map((pair) => pair.join("="));
      const connected = await json("providers connect wave --market SN --secrets -", `${lines.join("\n")}\n`);
      assert.deepEqual(
        [connected.account, connected.payout_key, connected.webhook_secret, connected.channels, connected.kinds],
        ["wave-sn", "(set)", "(set)", "sn.wave", "collect transfer"],
      );
      const checked = await json("providers check wave --market SN");
      assert.deepEqual([checked.currency, checked.balance], ["XOF", 2_500_000]);
      const renamed = await json("providers connect wave --market SN --set wallet=second");
      assert.notEqual(renamed.id, connected.id, "keys of another wallet are another account");
      const url = `base_url=${fake.settings.base_url}`;
      const collecting = await json(`providers connect wave --market ML --set ${url} checkout_key=wave_ml_prod_1234`);
      assert.deepEqual([collecting.channels, collecting.kinds], ["ml.wave", "collect"]);
      const empty = await run(`providers connect wave --market GM --set ${url}`);
      assert.match(empty.stderr, /^kolo: checkout_key: Enter the settings of one product at least/);
    } finally {
      await fake.close();
    }
  });

  it("set a merchant up until it can send its first live transfer", async () => {
    const merchant = await json("merchants create --name Boulangerie --email pain@example.cm --phone 677001122");
    assert.equal(merchant.phone, "+237677001122");
    const { public_key, private_key } = await json(`keys create -m ${merchant.id} -e test`);
    assert.match(public_key, /^test_pk_/);
    assert.match((await json(`keys create -m ${merchant.id} -e live --kind private`)).private_key, /^live_sk_/);
    await json(`keys import -m ${merchant.id} -e live --kind public --name old`, "pk_live_from_before_1234\n");
    const keys = await json(`keys list -m ${merchant.id}`);
    assert.deepEqual(keys.map((key: { hint: string }) => key.hint).length, 4);
    assert.ok(!JSON.stringify(keys).includes(public_key));
    await json(`keys create -m ${merchant.id} -e live --name Till --rights balance:read --from 203.0.113.7/24`);
    const tills = (await json(`keys list -m ${merchant.id}`)).filter(({ name }: { name: string }) => name === "Till");
    const stored = ({ kind, rights, addresses }: Record<string, unknown>) => [kind, rights, addresses];
    assert.deepEqual(tills.map(stored), [
      ["public", null, null],
      ["private", ["balance:read"], ["203.0.113.0/24"]],
    ]);
    const till = tills[1].id;
    assert.deepEqual(stored(await json(`keys restrict ${till} --rights refunds:read,refunds:write --anywhere`)), [
      "private",
      ["refunds:read", "refunds:write"],
      null,
    ]);
    assert.match(
      (await run(`keys restrict ${till} --from 10.0.0.1,10.1.0.0/16`)).stdout,
      /may do: refunds:read, refunds:write; from: 10\.0\.0\.1\/32, 10\.1\.0\.0\/16\n$/,
    );
    for (const [args, output] of [
      [`keys create -m ${merchant.id} -e live --rights transfers`, "Use one of: payments:read"],
      [`keys create -m ${merchant.id} -e live --kind public --rights balance:read`, "Only a private key"],
      [`keys restrict ${till} --from 10.0`, "not 10.0"],
      [`keys restrict ${till} --everything --rights balance:read`, "cannot be used with"],
    ] as const) {
      const refused = await run(args);
      assert.notEqual(refused.code, 0, args);
      assert.ok(refused.stderr.includes(output), `${args}: ${refused.stderr}`);
    }
    for (const [rule, is_grant_required] of [
      ["", false],
      [" everywhere", true],
      ["", true],
      [" published", false],
    ] as const) {
      assert.deepEqual(await json(`keys rule -m ${merchant.id} -e live${rule}`), { is_grant_required });
    }

    assert.equal(
      (await json(`allow add -m ${merchant.id} -e live 203.0.113.77/24 --note Office`)).range,
      "203.0.113.0/24",
    );
    assert.equal((await json(`allow list -m ${merchant.id} -e live`)).length, 1);
    await json(`allow remove -m ${merchant.id} -e live 203.0.113.0/24`);
    assert.deepEqual(await json(`funds add -m ${merchant.id} -e live --amount 250000 --note BANK-1`), [
      { currency: "XAF", available: 250_000, reserved: 0, debt: 0, escrow: 0 },
    ]);
    const fee = await json(
      `fees set -m ${merchant.id} -e test --kind transfer --channel cm.mtn --percent 1.5 --minimum 25`,
    );
    assert.equal(fee.percent_bp, 150);
    assert.equal((await json("rates set EUR USD 1.0512 --as-of 2026-03-01")).rate, "1.0512");

    service = await startService(folder);
    const send = requestSender(service.url, { authorization: public_key, "x-grant": private_key });
    const { body } = await send("POST", "/transfers", transfer_order);
    assert.equal(body.transfer.fee, 25);
    assert.equal(
      (await send("GET", `/transfers/${body.transfer.id}?currency=USD`)).body.transfer.converted_amount,
      160,
    );
    assert.deepEqual(await json(`report profit --from 2020-01-01 --to 2100-01-01 -m ${merchant.id}`), []);
    const sweep = await run(`fees sweep -m ${merchant.id} -e live --reference BICEC-1`);
    assert.notEqual(sweep.code, 0);
    assert.match(sweep.stderr, /The fees less charges, taxes and earlier sweeps are 0 XAF/);
    assert.deepEqual(await json(`webhooks list -m ${merchant.id} -e test`), []);
    const [key] = keys.filter(
      (one: { environment: string; kind: string }) => one.environment === "test" && one.kind === "public",
    );
    await json(`keys revoke ${key.id}`);
    // A service may cache a key for a few seconds.
    const give_up_at = Date.now() + 30_000;
    while ((await send("GET", "/customers")).status !== 401) assert.ok(Date.now() < give_up_at);
    assert.equal((await json("audit")).is_clean, true);
  });

  it("grant and revoke the platform operator role, for an existing and a new user", async () => {
    const [merchant] = await json("merchants list");
    const boss = ["operators", "add", "Boss@Example.cm", "--name", "Ada Boss", "--json"];
    const made = JSON.parse((await runCommand(boss, environment)).stdout);
    assert.deepEqual([made.email, /\/dashboard\/reset#/.test(made.url)], ["boss@example.cm", true]);
    const unknown = await run("operators add nobody@example.cm");
    assert.deepEqual([unknown.code, /give a name/.test(unknown.stderr)], [1, true]);
    const [listed] = await json("operators list");
    assert.deepEqual([listed.email, listed.name, listed.has_second_factor], ["boss@example.cm", "Ada Boss", false]);
    await json(`people create -m ${merchant.id} --email boss@example.cm`);
    await json("operators remove boss@example.cm");
    assert.deepEqual(await json("operators list"), []);
    assert.equal((await run("operators remove boss@example.cm")).code, 1);
    const again = await json("operators add boss@example.cm");
    assert.deepEqual([/\/dashboard\/reset#/.test(again.url), typeof again.since], [true, "string"]);
    await json("operators remove boss@example.cm");
    assert.equal((await json("operators add boss@example.cm --keep-account")).url, undefined);
    assert.equal((await json("audit")).is_clean, true);
  });

  it("invite a user by link, change the role and set a new password", async () => {
    const merchant = await json("merchants create --name Kiosk --email kiosk@example.cm");
    const { url } = await json(`people create -m ${merchant.id} --email Ama@Example.cm --role owner`);
    const headers = { origin: service.url, "x-kolo-dashboard": "1" };
    const send = (path: string, body: object) =>
      requestSender(service.url, headers)("POST", `/dashboard/api${path}`, body);
    const person = { token: url.split("#")[1], name: "Ama", password: "seven grey parrots sing" };
    assert.equal((await send("/invitation/new", person)).status, 200);
    const second = await json(`people create -m ${merchant.id} --email kofi@example.cm --role finance`);
    await send("/invitation/new", { ...person, token: second.url.split("#")[1], name: "Kofi" });
    await json(`people roles -m ${merchant.id} kofi@example.cm owner`);
    await json(`people roles -m ${merchant.id} ama@example.cm viewer`);
    const listed = await json(`people list -m ${merchant.id}`);
    assert.deepEqual(
      listed.map(({ email, role }: { email: string; role: string }) => `${email} ${role}`),
      ["ama@example.cm viewer", "kofi@example.cm owner"],
    );
    assert.equal((await run(`people roles -m ${merchant.id} kofi@example.cm viewer`)).code, 1);
    const reset = await json("people reset ama@example.cm --second-factor");
    const password = "a kettle, two cups and rain";
    assert.equal((await send("/reset", { token: reset.url.split("#")[1], password })).status, 200);
    assert.equal((await send("/reset", { token: reset.url.split("#")[1], password })).status, 404);
    assert.equal((await send("/sign-in", { email: "ama@example.cm", password })).status, 200);
    assert.equal((await send("/sign-in", { email: "ama@example.cm", password: person.password })).status, 401);
  });

  it("import the Central Bank's daily rates, and keep the fixed parity", async () => {
    const file = join(folder, "daily.xml");
    await writeFile(
      file,
      `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"><Cube><Cube time="2026-03-02">
        <Cube currency="USD" rate="1.0500"/><Cube currency="GBP" rate="0.8300"/><Cube currency="XXX" rate="1"/>
      </Cube></Cube></gesmes:Envelope>`,
    );
    assert.equal((await json(`rates import ${file}`)).taken, 2);
    const rates = await json("rates list");
    assert.deepEqual(
      rates.map((row: { quote: string; as_of: string }) => [row.quote, row.as_of]),
      [
        ["GBP", "2026-03-02"],
        ["USD", "2026-03-02"],
      ],
    );
    assert.match((await run("rates set EUR XAF 600")).stderr, /EUR and XAF/);
    await writeFile(file, "<html>");
    assert.match((await run(`rates import ${file}`)).stderr, /^kolo: file: /);
  });

  it("print an error in one sentence on stderr and exit with 1, or with 2 for wrong usage", async () => {
    const nobody = "mer_00000000000000000000000000";
    const unknown = await run(`keys create -m ${nobody} -e test`);
    assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
    assert.match(unknown.stderr, new RegExp(`^kolo: .*${nobody}\n$`));
    const bad = await run("merchants create --name X --email x@example.cm --country ZZ");
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /^kolo: country: .*\n$/);
    const absent = await runAsProcess("reconcile import mtn absent.csv");
    assert.deepEqual([absent.code, absent.stderr], [1, "kolo: There is no file absent.csv that can be read\n"]);
    for (const args of [
      "nonsense",
      "merchants",
      "keys create",
      "keys create -m x -e test",
      `keys create -m ${nobody} -e test --expires 2999-02-30`,
      `keys create -m ${nobody} -e test --expires 2999`,
      `keys create -m ${nobody} -e test --expires 2026-01-01`,
      `funds add -m ${nobody} -e test --amount 1.5`,
      `funds add -m ${nobody} -e test --amount 1 --currency francs`,
      "reconcile import mtn absent.csv --currency XXX",
      "reconcile balance --currency xaf",
      "providers check mtn --currency constructor",
    ]) {
      const { code, stderr } = await (args === "nonsense" ? runAsProcess : run)(args);
      assert.equal(code, 2, args);
      assert.ok(stderr.length > 0);
      assert.doesNotMatch(stderr, /Broken promise/);
    }
  });

  it("print tables, and every setting with its meaning", async () => {
    const { stdout } = await run("merchants list");
    assert.match(stdout, /^id\s+name\s+country/);
    assert.match(stdout, /Boulangerie\s+CM\s+Africa\/Douala\s+XAF/);
    assert.match((await run("config")).stdout, /KOLO_PORT\s+8080\s+\S/);
    assert.match((await run("--help")).stdout, /merchants/);
    assert.match((await run("fees set --help")).stdout, /--fixed <number>\s+in the smallest unit/);
  });

  it("report a failed audit with exit code 3", async () => {
    await borrowEmbedded({ folder, is_durable: true }, async (url) => {
      const db = openDatabase({ url, connections_max: 1 });
      await db.engine((tx) =>
        tx.run(sql`update accounts set balance = balance + 1 where name = 'available' and balance > 0`),
      );
      await db.close();
    });
    const { code, stdout } = await runAsProcess("audit");
    assert.equal(code, 3);
    assert.match(stdout, /^NO\s/m);
  });
});
