import { createTransport, type Transporter } from "nodemailer";
import { isLoopbackHost } from "#kernel/loopback.ts";
import { SECOND_MS } from "#kernel/time.ts";

/** The platform operator's mail server, and the sender's address. */
export interface MailServer {
  readonly url: string;
  readonly from: string;
}

export interface MailMessage {
  /** The mail's id. A mail that is sent again has the same one, by which mailboxes recognise the repetition. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** The failure of a sending: the mail server's reply code, if any, and its text. */
export interface SendFailure {
  readonly code: number | null;
  readonly message: string;
}

export interface MailSender {
  /** Sends a mail. Returns null once the mail server has accepted it. Never throws. */
  send(mail: MailMessage): Promise<SendFailure | null>;
}

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
const SOCKET_IDLE_TIMEOUT_MS = 20 * SECOND_MS;
/** The deadline of one sending, from the DNS query to the server's last reply. */
export const MAIL_DEADLINE_MS = 60 * SECOND_MS;

/** Sends mails by SMTP, with one connection per mail. Requires TLS to send a password to another machine. */
export function smtpSender({ url, from }: MailServer): MailSender {
  return {
    async send({ id, recipient, subject, text }) {
      const transport = createSmtpTransport(url);
      const deadline = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => deadline.reject(new Error("The mail server did not come to an end")),
        MAIL_DEADLINE_MS,
      );
      try {
        const to = { name: "", address: recipient };
        const sending = transport.sendMail({
          from,
          to,
          subject,
          text,
          messageId: `<${id}@${domainOf(from)}>`,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        await Promise.race([sending, deadline.promise]);
        return null;
      } catch (error) {
        return sendFailureOf(error);
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}

/** The host of the sender's address, which makes the ids of mails unique in the world. */
function domainOf(from: string): string {
  return /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
}

function createSmtpTransport(text: string): Transporter {
  const { protocol, hostname, port, username, password } = new URL(text);
  const is_secure = protocol === "smtps:";
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (is_secure ? 465 : 587) : Number(port),
    secure: is_secure,
    requireTLS: !is_secure && !isLoopbackHost(hostname),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_IDLE_TIMEOUT_MS,
    ...(username === "" ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  });
}

function sendFailureOf(error: unknown): SendFailure {
  const is_error = error instanceof Error;
  const code =
    is_error && "responseCode" in error && typeof error.responseCode === "number" ? error.responseCode : null;
  // A wrong password is not a permanent failure: the platform operator can correct it, and the retry then succeeds.
  const is_authentication_error = is_error && "code" in error && error.code === "EAUTH";
  return { code: is_authentication_error ? null : code, message: is_error ? error.message : String(error) };
}
