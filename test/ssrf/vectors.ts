/** Hosts that must never be reached, in the spellings of known attacks. */
export const LITERALS: readonly string[] = [
  ...["127.0.0.1", "127.1", "127.0.1", "0x7f000001", "0x7f.1", "2130706433", "017700000001", "0177.0.0.1"],
  ...["0x7f.0x0.0x0.0x1", "127.255.255.254", "１２７.０.０.１", "127。0。0。1", "①②⑦.0.0.1", "127.0.0.1."],
  ...["0.0.0.0", "0", "0x0", "10.0.0.1", "10.255.255.255", "012.0.0.1", "167772161", "100.64.0.1", "100.127.255.255"],
  ...["169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "169.254.170.2", "172.16.0.1"],
  ...["172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "0xc0a80001"],
  ...["198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1"],
  ...["255.255.255.255", "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
  ...["[::ffff:169.254.169.254]", "[::ffff:a00:1]", "[::7f00:1]", "[::127.0.0.1]", "[::ffff:0:7f00:1]"],
  ...["[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::1]", "[100::1]", "[2001::1]", "[2001:2::1]"],
  ...["[2001:10::1]", "[2001:20::1]", "[2001:db8::1]", "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[3fff::1]"],
  ...["[5f00::1]", "[fc00::1]", "[fd00:ec2::254]", "[fe80::1]", "[fe80::5efe:7f00:1]", "[fec0::1]", "[ff02::1]"],
  ...["localhost", "LOCALHOST", "localhost.", "app.localhost"],
];

/** The DNS answers for each name: one list per lookup. The last list repeats. */
export const DNS_NAMES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "loopback.example": [["127.0.0.1"]],
  "loopback6.example": [["::1"]],
  "private.example": [["10.0.0.7"]],
  "metadata.example": [["169.254.169.254"]],
  "metadata6.example": [["fd00:ec2::254"]],
  "zero.example": [["0.0.0.0"]],
  "mapped.example": [["::ffff:127.0.0.1"]],
  "compatible.example": [["::7f00:1"]],
  "nat64.example": [["64:ff9b::7f00:1"]],
  "six-to-four.example": [["2002:7f00:1::"]],
  "teredo.example": [["2001::1"]],
  "link-local.example": [["fe80::1"]],
  "shared.example": [["100.64.0.9"]],
  "all-private.example": [["10.0.0.1", "192.168.0.1", "fc00::1"]],
  // Names with public and private addresses together: connections are allowed to the public ones only.
  "mixed.example": [["10.0.0.1", "8.8.4.4", "127.0.0.1"]],
  "mixed6.example": [["::1", "2606:4700:4700::1111", "fd00::1"]],
  // DNS rebinding: the name has a public address at the check, and a private one at the connection.
  "rebinding.example": [["8.8.4.4"], ["127.0.0.1"]],
  "rebinding6.example": [["2606:4700:4700::1111"], ["::1"]],
  "rebinding-slowly.example": [["8.8.4.4"], ["8.8.4.4"], ["169.254.169.254"]],
  "public.example": [["8.8.8.8"]],
};

/** The targets of redirects from a public receiver. */
export const REDIRECTS: readonly string[] = [
  ...["http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://localhost/"],
  ...["http://metadata.example/", "//10.0.0.1/", "http://0x7f000001/"],
];

/** The number of requests per name; it must suffice for every list of DNS answers. */
export const ATTEMPTS_PER_NAME = 4;
