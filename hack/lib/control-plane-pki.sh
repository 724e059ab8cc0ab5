# shellcheck shell=bash
# Certificates and kubeconfigs of a private control plane. Sourced by hack/control-plane, which sets
# DIR and SERVER.

# make_authority: the one that everybody here trusts, and the key that signs service accounts.
make_authority() {
  mkdir -p "$DIR/pki"
  chmod 700 "$DIR/pki"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -batch \
    -subj /CN=jubelet-lab -keyout "$DIR/pki/ca.key" -out "$DIR/pki/ca.crt" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign 2>/dev/null
  openssl genrsa -out "$DIR/pki/sa.key" 2048 2>/dev/null
  openssl rsa -in "$DIR/pki/sa.key" -pubout -out "$DIR/pki/sa.pub" 2>/dev/null
}

# make_certificate NAME SUBJECT USAGE [NAMES]: DIR/pki/NAME.crt and .key.
make_certificate() {
  local name=$1 subject=$2 usage=$3 names=${4:-} pki=$DIR/pki
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -batch -subj "$subject" \
    -keyout "$pki/$name.key" -out "$pki/$name.csr" 2>/dev/null
  {
    printf 'keyUsage=critical,digitalSignature\nextendedKeyUsage=%s\n' "$usage"
    [[ -z $names ]] || printf 'subjectAltName=%s\n' "$names"
  } >"$pki/$name.ext"
  openssl x509 -req -in "$pki/$name.csr" -CA "$pki/ca.crt" -CAkey "$pki/ca.key" -days 30 \
    -set_serial "0x$(openssl rand -hex 8)" -extfile "$pki/$name.ext" -out "$pki/$name.crt" 2>/dev/null
  rm -f "$pki/$name.csr" "$pki/$name.ext"
}

make_certificates() {
  make_authority
  make_certificate apiserver /CN=kube-apiserver serverAuth \
    IP:127.0.0.1,IP:10.0.0.1,DNS:localhost,DNS:kubernetes.default.svc
  make_certificate kubelet-client /O=system:masters/CN=kube-apiserver-kubelet-client clientAuth
  make_certificate admin /O=system:masters/CN=admin clientAuth
  make_certificate scheduler /CN=system:kube-scheduler clientAuth
  make_certificate controllers /CN=system:kube-controller-manager clientAuth
}

# write_kubeconfig FILE USER: USER is a mapping in YAML's flow form.
write_kubeconfig() {
  (
    umask 077
    cat >"$1" <<YAML
apiVersion: v1
kind: Config
clusters:
- name: lab
  cluster: {server: "$SERVER", certificate-authority: "$DIR/pki/ca.crt"}
users:
- name: me
  user: $2
contexts:
- name: lab
  context: {cluster: lab, user: me}
current-context: lab
YAML
  )
}

# write_certificate_kubeconfig FILE NAME: for the certificate DIR/pki/NAME.crt.
write_certificate_kubeconfig() {
  write_kubeconfig "$1" "{client-certificate: \"$DIR/pki/$2.crt\", client-key: \"$DIR/pki/$2.key\"}"
}
