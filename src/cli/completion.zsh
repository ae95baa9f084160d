#compdef firsthand
# Completion of firsthand for zsh.
_firsthand() {
  local -a commands
  commands=(
%list%
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
%cases%
  esac
}
_firsthand "$@"
