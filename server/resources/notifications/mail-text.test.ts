import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fromMilliseconds } from "#kernel/time.ts";
import { type MailedEvents, type NotificationLetter, notificationMail } from "./mail-text.ts";

const order = { type: "transfer", amount: 25_000n, currency: "XAF", name: "Awa Diallo", transfers: 1 } as const;

function letterOf(events: MailedEvents, total = events.items.length): NotificationLetter {
  return {
    ...{ events, total, business: "Chez Jeanne", time_zone: "Africa/Douala", environment: "live" },
    since: fromMilliseconds(Date.UTC(2026, 10, 29, 13, 5)),
    ...{ url: "https://pay.example.cm/record", settings_url: "https://pay.example.cm/notifications" },
  };
}

const waiting = letterOf({ kind: "approval_waiting", items: [{ ...order, requested_by: "Ama Nkeng" }] });

/** The text with plain spaces. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("a mail about events", () => {
  it("names who asks, the sum and the payee, and links to the record, in the reader's language", () => {
    const english = notificationMail(waiting, "en");
    assert.equal(plain(english.subject), "Approval needed: transfer of XAF 25,000 to Awa Diallo – Chez Jeanne");
    assert.equal(
      plain(english.text),
      [
        "Ama Nkeng requested a transfer of XAF 25,000 to Awa Diallo. It is sent once a second person approves it.",
        "Review it, then approve or reject it:\nhttps://pay.example.cm/record",
        "You get this mail because of your role at Chez Jeanne. Choose which mails you get:\nhttps://pay.example.cm/notifications",
      ].join("\n\n"),
    );
    const french = notificationMail(waiting, "fr");
    assert.equal(plain(french.subject), "À valider : transfert de 25 000 FCFA à Awa Diallo – Chez Jeanne");
    assert.match(plain(french.text), /^Ama Nkeng a demandé un transfert de 25 000 FCFA à Awa Diallo\./);
    const both = notificationMail(waiting, null);
    assert.match(plain(both.subject), /^À valider : .* \/ Approval needed: .* – Chez Jeanne$/);
    assert.ok(both.text.startsWith(french.text) && both.text.endsWith(english.text));
  });

  it("names the first of many, counts the others, and says since when", () => {
    const items = Array.from({ length: 10 }, (_, number) => ({ ...order, name: `Payee ${number}` }));
    const { subject, text } = notificationMail(letterOf({ kind: "transfer_failed", items }, 10_000), "en");
    assert.equal(subject, "10,000 transfers failed – Chez Jeanne");
    assert.match(text, /^10,000 transfers have failed since 29 November at 14:05\. The money is in your balance\./);
    assert.equal(text.match(/^- Transfer of XAF/gm)?.length, 10);
    assert.match(text, /^- and 9,990 others$/m);
    const french = notificationMail(letterOf({ kind: "transfer_failed", items }, 10_000), "fr");
    assert.match(plain(french.text), /^10 000 transferts ont échoué depuis le 29 novembre à 14:05\./);
    assert.match(plain(french.text), /^- et 9 990 autres$/m);
  });

  it("keeps a name in one line, so that it cannot begin a new sentence of the mail", () => {
    const items = [{ ...order, name: "Awa\r\n\r\nOpen https://evil.example", requested_by: "Ama\nBcc: x@example.cm" }];
    const { subject, text } = notificationMail(letterOf({ kind: "approval_waiting", items }), "en");
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.match(text, /^Ama Bcc: x@example\.cm requested a transfer of .* to Awa Open https:\/\/evil\.example\./);
  });

  it("names every type of order and state of a webhook in both languages, and marks the test environment", () => {
    const texts = (["en", "fr"] as const).flatMap((language) => [
      ...(["transfer", "bulk_transfer", "refund", "withdrawal"] as const).map((type) => {
        const items = [{ ...order, type, transfers: 42, name: null, requested_by: null }];
        return notificationMail({ ...letterOf({ kind: "approval_waiting", items }), environment: "test" }, language);
      }),
      ...[true, false].map((active) =>
        notificationMail(letterOf({ kind: "webhook_failing", items: [{ host: "shop.example.cm", active }] }), language),
      ),
    ]);
    assert.equal(new Set(texts.map(({ subject }) => subject)).size, 12);
    assert.equal(texts.filter(({ subject }) => subject.startsWith("[TEST] ")).length, 8);
    for (const { subject, text } of texts) assert.doesNotMatch(`${subject}${text}`, /undefined|null|\[object/);
  });
});
